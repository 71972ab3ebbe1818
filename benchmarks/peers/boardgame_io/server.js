'use strict';

// A boardgame.io server on the loopback interface, with its default store, the memory: node server.js PORT

const { Server } = require('boardgame.io/server');
const game = require('./game');

const port = Number(process.argv[2]);
Server({ games: [game], origins: ['http://127.0.0.1'] }).run({ port: { port, host: '127.0.0.1' } });
