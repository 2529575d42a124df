import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

// The pictures of the templates alone: they need no server, and no executable.
const { globalSetup: _, reporter: __, ...rest } = config;
export default defineConfig({ ...rest, testMatch: 'references.spec.ts' });
