// Writes src/routeTree.gen.ts without a build, so that the type check can run alone.
import { Generator, getConfig } from '@tanstack/router-generator';

const root = import.meta.dirname;
await new Generator({ config: await getConfig({}, root), root }).run();
