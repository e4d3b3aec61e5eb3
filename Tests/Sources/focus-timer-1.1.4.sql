CREATE TABLE "timeblocks" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "session-id"            INTEGER NOT NULL,
    "start-time"            INTEGER NOT NULL UNIQUE,  -- Unix timestamp in microseconds, UTC
    "end-time"              INTEGER NOT NULL,         -- Unix timestamp in microseconds, UTC
    "state"                 TEXT NOT NULL,
    "status"                TEXT NOT NULL,
    "intended-duration"     INTEGER NOT NULL,         -- in microseconds
    FOREIGN KEY ("session-id") REFERENCES "sessions" ("id") ON DELETE CASCADE,
    CHECK ("end-time" >= "start-time" OR "end-time" < 0)
);
INSERT INTO "timeblocks" VALUES(1,1,1792879186223156,1792879192223849,'pomodoro','completed',6000000);
INSERT INTO "timeblocks" VALUES(2,1,1792879192223849,1792879192272075,'short-break','uncompleted',60000000);
INSERT INTO "timeblocks" VALUES(3,1,1792879192272075,1792879193781608,'pomodoro','uncompleted',6000000);
INSERT INTO "timeblocks" VALUES(4,1,1792879193807183,1792879200823405,'pomodoro','completed',6000000);
INSERT INTO "timeblocks" VALUES(5,1,1792879193781608,1792879193807183,'short-break','uncompleted',60000000);
INSERT INTO "timeblocks" VALUES(6,1,1792879200823405,1792879200875450,'short-break','uncompleted',60000000);
INSERT INTO "timeblocks" VALUES(7,1,1792879200875450,1792879206875450,'pomodoro','in-progress',6000000);
CREATE TABLE "gaps" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "start-time"            INTEGER NOT NULL UNIQUE,  -- Unix timestamp in microseconds, UTC
    "end-time"              INTEGER NOT NULL,         -- Unix timestamp in microseconds, UTC
    "flags"                 TEXT NOT NULL,
    "time-block-id"         INTEGER NOT NULL,         -- parent
    FOREIGN KEY ("time-block-id") REFERENCES "timeblocks" ("id") ON DELETE CASCADE,
    CHECK ("end-time" >= "start-time" OR "end-time" < 0)
);
INSERT INTO "gaps" VALUES(1,1792879195807183,1792879196823839,'interruption',4);
