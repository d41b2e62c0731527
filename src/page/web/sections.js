/* sections.js - adds the links at the top of a page to its sections, and unfolds all parts for printing. */
(function () {
	"use strict";
	document.querySelectorAll("main > section").forEach(function (section) {
		if (!section.hidden)
			report.make(report.make(report.element("sections"), "li"), "a", {href: "#" + section.id}, section.querySelector("h2").textContent);
	});
	window.addEventListener("beforeprint", function () {
		document.querySelectorAll("details").forEach(function (details) { details.open = true; });
	});
})();
