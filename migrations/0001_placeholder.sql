CREATE TABLE placeholder (id TEXT);
