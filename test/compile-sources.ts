// Loads the modules that tests and their bots load, so that Node caches the compiled code (NODE_COMPILE_CACHE).
import '../playground/playground.ts';
import '../src/app.ts';
