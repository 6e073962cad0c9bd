
// What holds from the first frame on, for who has been here before: where a first visitor
// has no service worker yet, there is nothing to ask for, and to ask takes time.
if (!isSecureContext || navigator.serviceWorker?.controller) {
  // The theme that was chosen, which the app stores as JSON.
  try {
    const theme = JSON.parse(localStorage.getItem("causeway-theme"));
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Without storage, or with a damaged entry, the system's theme holds.
  }

  // What stands in the page before the program is what a first visitor sees. A tab that
  // had a project open will show that.
  try {
    document.documentElement.classList.toggle("is-resuming", sessionStorage.getItem("causeway-project") !== null);
  } catch {
    // Without storage nothing is resumed.
  }
}
