// Loads what tests and the bots that they start load, so that Node keeps it compiled for all of them (NODE_COMPILE_CACHE).
import '../playground/playground.ts';
import '../src/app.ts';
