package project

// About the page.
const (
	textAbout       = "About Causeway, and licences"
	textNothingSent = "The network panel of your browser's developer tools shows that no data is sent."
	textCompareSums = "RELEASES, beside the source, lists these numbers for each version. make reproduce builds " +
		"a version twice and compares."
	textSumming          = "is being computed"
	textNoSum            = "unknown: the browser hashes files only on https pages, and while the site answers"
	textAboutLoading     = "Loading its version and licences."
	textBuiltFrom        = "It is built from these parts. Each opens its licence or the source of its data."
	textAboutUnreachable = "its file arrived incomplete"
	textAboutDamaged     = "the file of the site is damaged"
)

func textVersion(version, build string) string {
	return "Version " + version + ", build " + build + "."
}

func textProgram(name string) string { return "SHA-256 of the " + name + "'s program" }

func textLicenceOf(name string) string { return "Licence of " + name }

func textNoAbout(err error) string {
	return "Version and licences could not be shown: " + err.Error() + ". Close and open this once more to try again."
}
