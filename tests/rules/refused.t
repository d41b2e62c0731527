# Options that do not go together, each with its reason.
refused liars-dice loss=point : rounds= or target=
refused round-table rounds=0 : rounds= or target=
refused liars-dice rounds=5 : loss=point
refused liars-dice target=5 : loss=point
refused round-table loss=die : rounds=0
refused round-table loss=game : rounds=0
refused perudo loss=point rounds=5 : palifico=on requires loss=die
refused perudo loss=game : palifico=on requires loss=die
