/* common.js - the data of the page, and functions that write it.
 *
 * Text from robots is only inserted as text, by textContent and setAttribute, never as HTML. */
var report = (function () {
	"use strict";
	var data = JSON.parse(document.getElementById("data").textContent);
	var byIndex = {};
	data.robots.forEach(function (robot) { byIndex[robot.index] = robot; });

	function element(id) {
		return document.getElementById(id);
	}

	/* Appends an element. Leaves out attributes that are null or undefined. */
	function make(parent, tag, attributes, text) {
		var isDrawing = parent instanceof SVGElement || tag === "svg";
		var made = isDrawing ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
		Object.keys(attributes || {}).forEach(function (name) {
			if (attributes[name] !== null && attributes[name] !== undefined)
				made.setAttribute(name, attributes[name]);
		});
		if (text !== undefined)
			made.textContent = text;
		parent.appendChild(made);
		return made;
	}

	function show(id, isShown) {
		element(id).hidden = !isShown;
	}

	/* Matches the parts of a name between which a line may break: after _ : = - . (but not within a number), and
	 * after 16 letters. */
	var PARTS = /(?:[^_:=.-]|\.(?=\d)){1,16}(?:[_:=-]|\.(?!\d))*|(?:[_:=-]|\.(?!\d))+/gu;

	/* Appends a robot's name, isolated (bdi) because it may have another writing direction. */
	function putName(parent, name) {
		var place = make(parent, "bdi");
		(name.match(PARTS) || []).forEach(function (part, i) {
			if (i)
				make(place, "wbr");
			place.appendChild(document.createTextNode(part));
		});
		return place;
	}

	/* Returns a name in at most `most` characters. Cuts it in the middle or, if another one of `names` would then
	 * look the same, where the two names do not differ. */
	function clip(name, most, names) {
		function letters(from, to) {
			return Array.from(name).slice(from, to).join("");
		}
		function cut(other) {
			var all = Array.from(other), end = Math.floor((most - 1) / 2);
			return all.length <= most ? other : all.slice(0, most - 1 - end).join("") + "\u2026" + all.slice(-end).join("");
		}
		var others = names.filter(function (other) { return other !== name && cut(other) === cut(name); }).map(function (other) { return Array.from(other); });
		if (!others.length)
			return cut(name);
		var at = Math.max.apply(null, others.map(function (other) {
			return Array.from(name).findIndex(function (letter, i) { return letter !== other[i]; });
		}));
		return letters(0, 2) + "\u2026" + letters(at, at + most - 4) + "\u2026";
	}

	/* Returns a text with minus signs instead of hyphens before its numbers. */
	function minus(text) {
		return String(text).replace(/(^|[ (])-(?=\d)/g, "$1\u2212");
	}

	/* Returns a number with narrow no-break spaces between thousands. */
	function count(n) {
		return minus(n).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
	}

	/* Returns the address in the viewer (replay.js) of the play at {game, hand, play}, which count from 1. */
	function addressOf(place) {
		return "#game-" + place.game + "/h" + place.hand + "p" + place.play;
	}

	/* Returns an estimated chance in percent. It is never shown as certain. */
	function chance(value) {
		return value < 0.0005 ? "below 0.1\u202f%" : value >= 0.9995 ? "above 99.9\u202f%" : percent(value, 1);
	}

	function percent(share, digits) {
		return (100 * share).toFixed(digits === undefined ? 2 : digits) + "\u202f%";
	}

	/* Returns a time, given in microseconds, as text. null means unknown. */
	function micros(us) {
		return us === null ? "\u2013" : us < 1000 ? us.toFixed(us < 10 ? 2 : 0) + "\u202f\u00b5s" : (us / 1000).toFixed(1) + "\u202fms";
	}

	function signed(number) {
		var rounded = Math.round(number);
		return (rounded < 0 ? "\u2212" : rounded > 0 ? "+" : "\u00b1") + Math.abs(rounded);
	}

	/* Returns an interval as text that stays on one line, although lines may break after a dash. */
	function interval(low, high) {
		return low + "\u00a0\u2013\u2060\u00a0" + high;
	}

	function plural(n, one, many) {
		return count(n) + "\u00a0" + (n === 1 ? one : many);
	}

	function rating(r) {
		switch (r.kind) {
		case "between": return signed(r.elo) + " (" + signed(r.low) + "\u00a0to\u00a0" + signed(r.high) + ")";
		case "single": return signed(r.elo);
		case "least": return "at least " + signed(r.low);
		case "most": return "at most " + signed(r.high);
		default: return "\u2013";
		}
	}

	/* Returns a colour of the style sheet, which depends on light or dark mode. */
	function colour(name) {
		return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
	}

	function onSchemeChange(draw) {
		var query = window.matchMedia("(prefers-color-scheme: dark)");
		if (query.addEventListener)
			query.addEventListener("change", draw);
	}

	return {
		data: data, element: element, make: make, show: show, putName: putName, clip: clip, minus: minus, count: count, percent: percent, chance: chance, micros: micros, signed: signed, interval: interval,
		plural: plural, addressOf: addressOf, rating: rating, colour: colour, onSchemeChange: onSchemeChange,
		robot: function (index) { return byIndex[index]; }
	};
})();
