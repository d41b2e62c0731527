/* connect.js - the connection of a page to the arena at its own address: polls the arena a few times a second, and
 * sends the person's actions. The token in the address identifies the person.
 *
 * report.connect(take, lose): take(news) gets each new state. lose(words) gets words about the failure when there is no
 * answer. After half a minute of failures, the page polls again only when the person returns to it or the network is
 * back. A page that is closed tells the arena. Returns an object: ask(path, use) and act(path, use) send a request and
 * pass the answer to use, look() polls now, and close() ends the connection. Actions arrive in the order in which they
 * were sent. If an ask is refused, use is not called. A page that is no longer the arena's current one (a game has
 * begun, or the menu is back) reloads itself. The arena counts the pages of spectators by a random number, which stays
 * the same after a reload, and tells them when to ask again. */
report.connect = function (take, lose) {
	"use strict";
	var WORDS = {
		unknown: "The arena does not know this address. Open the one that it printed.",
		silent: "The arena does not answer. This page continues as soon as it does.",
		gone: "The arena no longer answers. It has probably ended."
	};
	var POLL_MS = 250, HIDDEN_MS = 1500, token = location.hash.slice(1).replace(/[^0-9a-f]/g, "");
	var version = 0, number = typeof history.state === "number" ? history.state : Math.floor(Math.random() * 0x7fffffff), pollMs = POLL_MS, isClosed = false, lostAt = 0, timer = 0, acts = Promise.resolve();

	function send(path, method, use) {
		return report.fetchJson("/api/" + token + "/" + path, {method: method, cache: "no-store"}).then(use || function () {});
	}

	function hear(news) {
		if (news.page !== undefined && news.page !== report.data.page && news.stage !== "closed") {
			isClosed = true;
			location.reload();
			return;
		}
		version = news.version;
		pollMs = news.poll || POLL_MS;
		lostAt = 0;
		take(news);
	}

	function look() {
		var isGone = false;
		clearTimeout(timer);
		send(version + "/" + number, "GET", hear).catch(function (error) {
			lostAt = lostAt || Date.now();
			isGone = Date.now() - lostAt > report.connect.giveUpMs;
			lose(WORDS[error.message === "404" ? "unknown" : isGone ? "gone" : "silent"]);
		}).then(function () {
			clearTimeout(timer);
			if (!isClosed && !isGone)
				timer = setTimeout(look, document.hidden ? Math.max(HIDDEN_MS, pollMs) : pollMs);
		});
	}

	function lookAgain() {
		lostAt = 0;
		if (!document.hidden && !isClosed)
			look();
	}

	history.replaceState(number, "");
	document.addEventListener("visibilitychange", lookAgain);
	window.addEventListener("focus", lookAgain);
	window.addEventListener("online", lookAgain);
	window.addEventListener("pagehide", function () {
		if (!isClosed)
			navigator.sendBeacon("/api/" + token + "/gone/1");
	});
	return {
		ask: function (path, use) { send(path, "GET", function (said) { if (said.done !== false) use(said); }).catch(function () {}); },
		act: function (path, use) { acts = acts.then(function () { return isClosed || send(path, "POST", use); }).catch(function () {}); },
		look: look,
		close: function () { isClosed = true; }
	};
};
report.connect.giveUpMs = 30000;
