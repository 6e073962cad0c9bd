package project

// About the page.
const (
	textAbout       = "About Causeway, and licences"
	textNothingSent = "The network panel of your browser's developer tools shows that no data is sent."
	textCompareSums = "The file RELEASES in the source lists these hashes for each version. make reproduce " +
		"builds a version twice and compares them."
	textSumming          = "computing"
	textNoSum            = "unknown: the browser can hash files only on https pages and while the site can be reached"
	textAboutLoading     = "Loading version and licences."
	textBuiltFrom        = "Causeway contains these components. Each links to its licence or data source."
	textAboutUnreachable = "its file arrived incomplete"
	textAboutDamaged     = "the site's file is damaged"
)

func textVersion(version, build string) string {
	return "Version " + version + ", build " + build + "."
}

func textProgram(name string) string { return "SHA-256 of the " + name + "'s program" }

func textLicenceOf(name string) string { return "Licence of " + name }

func textNoAbout(err error) string {
	return "Version and licences could not be shown: " + err.Error() + ". Close and reopen this to try again."
}
