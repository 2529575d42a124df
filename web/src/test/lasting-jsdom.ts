/** The page of tests that share their modules: made once for all files of a worker, which is a second for each of them. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

let made: ReturnType<typeof builtinEnvironments.jsdom.setup> | undefined;

const environment: Environment = {
  name: 'lasting-jsdom',
  viteEnvironment: 'client',
  async setup(global, options) {
    made ??= builtinEnvironments.jsdom.setup(global, options);
    await made;
    return { teardown() {} };
  },
};

export default environment;
