CREATE TABLE "entries" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "datetime-string"       TEXT NOT NULL,  -- in utc
    "datetime-local-string" TEXT NOT NULL,  -- local
    "state-name"            TEXT NOT NULL,
    "state-duration"        INTEGER DEFAULT 0,
    "elapsed"               INTEGER DEFAULT 0
);
INSERT INTO "entries" VALUES(1,'2026-10-24T21:59:45+0000','2026-10-24T23:59:45','pomodoro',6,6);
INSERT INTO "entries" VALUES(2,'2026-10-24T21:59:51+0000','2026-10-24T23:59:51','short-break',60,0);
INSERT INTO "entries" VALUES(3,'2026-10-24T21:59:51+0000','2026-10-24T23:59:51','pomodoro',6,0);
INSERT INTO "entries" VALUES(4,'2026-10-25T00:00:00+0200','2026-10-25T00:00:00','pomodoro',6,1);
INSERT INTO "entries" VALUES(5,'2026-10-24T21:59:52+0000','2026-10-24T23:59:52','pomodoro',6,5);
INSERT INTO "entries" VALUES(6,'2026-10-24T22:00:00+0000','2026-10-25T00:00:00','short-break',60,0);
