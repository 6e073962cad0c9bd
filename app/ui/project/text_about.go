package project

// About the page.
const (
	textAbout       = "About Causeway, and licences"
	textNothingSent = "The network panel of your browser's developer tools shows that no data is sent."
	textCompareSums = "RELEASES, beside the source, lists these numbers for each version. make reproduce builds " +
		"a version twice and compares."
	textSumming          = "is being computed"
	textNoSum            = "not known: the browser hashes files on pages with https alone, and while the site answers"
	textAboutLoading     = "Its version and licences are being fetched."
	textBuiltFrom        = "It is built from these parts. Each opens to its licence, or to the source of its data."
	textAboutUnreachable = "its file did not arrive whole"
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
