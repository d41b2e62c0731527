// serve.js - the pages of `arena contest serve`: follows the state of robots until they play or are refused. All of it works without.
"use strict";

(() => {
	const token = document.getElementById("token");
	if (token && location.hash.length > 1) {
		token.value = location.hash.slice(1);
		history.replaceState(null, "", location.pathname);
	}

	const state = document.getElementById("state");
	if (!state || !state.dataset.works)
		return;

	// The text of each robot, as in the page.
	function show(robots) {
		const texts = robots.map(robot => robot.file + " " + robot.text);
		if ([...state.children].map(line => line.textContent).join("\n") === texts.join("\n"))
			return;
		state.replaceChildren(...texts.map(text => Object.assign(document.createElement("p"), {textContent: text})));
	}

	async function look() {
		try {
			if (location.pathname !== "/team") {
				location.reload();
				return;
			}
			const answer = await fetch("/team/state");
			if (answer.redirected || answer.status === 403)
				return;
			const news = await answer.json();
			if (!news.works) {
				location.reload();
				return;
			}
			show(news.robots);
		} catch {
			// the server may come back
		}
		setTimeout(look, document.hidden ? 15000 : 1500);
	}
	setTimeout(look, location.pathname === "/team" ? 1000 : 5000);
})();
