/* fetch.js - requests of a page to its server. Both functions return a promise of the answer. If the server refuses,
 * the promise fails with an Error whose message is the status, such as "404". */
report.fetchText = function (path, options) {
	"use strict";
	return fetch(path, options || {cache: "no-cache"}).then(function (response) {
		if (!response.ok)
			throw new Error(response.status);
		return response.text();
	});
};

report.fetchJson = function (path, options) {
	"use strict";
	return report.fetchText(path, options).then(JSON.parse);
};
