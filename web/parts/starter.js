
// Settings for the first frame of a returning visitor. A first visitor has no service
// worker and nothing stored, and checking would take time.
if (!isSecureContext || navigator.serviceWorker?.controller) {
  // The chosen theme, which the app stores as JSON.
  try {
    const theme = JSON.parse(localStorage.getItem("causeway-theme"));
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Without storage, or with a damaged entry, the system's theme applies.
  }

  // The page's initial content is for a first visitor. A tab that had a project open will
  // show the project.
  try {
    document.documentElement.classList.toggle("is-resuming", sessionStorage.getItem("causeway-project") !== null);
  } catch {
    // Without storage nothing is resumed.
  }
}

// Shows why the page cannot start, in a notice that needs no other script and no style
// sheet, because any of them may be missing.
(() => {
  const msOfPatience = 20_000;
  let notice, provisional, lost;

  // Only the first reason is shown: later ones are consequences.
  window.causewayFail = (title, advice, detail, again = "Reload", retry = () => location.reload()) => {
    if (notice && !provisional) {
      return;
    }
    withdraw();
    console.error(title, detail);
    const make = (tag, properties, ...parts) => {
      const element = Object.assign(document.createElement(tag), properties);
      element.append(...parts);
      return element;
    };
    const button = make("button", { type: "button", className: "button is-primary", onclick: retry }, again);
    const trace = detail ? [make("pre", { tabIndex: 0 }, detail)] : [];
    notice = make("section", { id: "boot-failure", className: "shell-failure", role: "alert", popover: "manual" },
      make("div", {}, make("h1", {}, title), make("p", {}, advice), ...trace, button));
    (document.body ?? document.documentElement).append(notice);
    setInert(true);
    notice.showPopover?.();
    button.focus();
  };

  function setInert(inert) {
    for (const other of document.body?.children ?? []) {
      other.inert = inert && other !== notice;
    }
  }

  function withdraw() {
    notice?.remove();
    notice = provisional = undefined;
    setInert(false);
  }

  const failLoading = (what, retry) =>
    causewayFail("Causeway could not be loaded", `${what} Check the connection and try again.`, "", "Try again", retry);

  // A file with the wrong hash is fetched again past all caches. If that succeeds, the
  // page reloads once automatically.
  addEventListener("error", async ({ target: { src, href = src, integrity } }) => {
    if (!integrity) {
      return;
    }
    lost = true;
    const renew = () => fetch(href, { cache: "reload", integrity, signal: AbortSignal.timeout(msOfPatience) });
    try {
      await renew();
      if (performance.getEntriesByType("navigation")[0]?.type !== "reload") {
        location.reload();
        return;
      }
    } catch {
      // The notice says it.
    }
    failLoading(`${new URL(href).pathname.split("/").pop()} arrived incomplete.`, () => renew().catch(() => {}).then(() => location.reload()));
  }, true);

  // A stalled file may still arrive, and then removes its notice. Waiting for a style
  // sheet would keep the browser from showing anything.
  const late = setTimeout(() => {
    for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
      if (!link.sheet) {
        link.media = "print";
        link.onload = () => { link.media = "all"; };
      }
    }
    if (notice) {
      return;
    }
    failLoading(`A file of the page has not come for ${msOfPatience / 1000} seconds; it is still waited for.`);
    provisional = true;
  }, msOfPatience);
  addEventListener("load", () => {
    clearTimeout(late);
    if (provisional) {
      withdraw();
    }
    if (!lost && !window.causewayFiles) { // which boot.js makes first
      failLoading("The page arrived incomplete.");
    }
  });
})();
