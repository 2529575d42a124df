import { defineConfig } from '@hey-api/openapi-ts';

/** Calls that only ask, and are POST because their question is too long for an address. */
const QUESTIONS = new Set([
  'check_block_framing',
  'dry_run_rule',
  'check_block_page',
  'check_moderated_block_page',
  'check_styles',
  'list_isps',
  'preview_text',
  'estimate_campaign_reach',
  'estimate_push_reach',
  'explain_ad',
  'check_landing_page',
  'query_advertiser_stats',
  'query_network_stats',
  'query_webmaster_stats',
]);

export default defineConfig({
  input: '../../web/api/openapi.json',
  output: { path: '../../web/src/api/gen', clean: true },
  parser: {
    hooks: {
      operations: {
        // Mutations of them too: the file of a report is asked for by a click.
        getKind: ({ operationId }) => (QUESTIONS.has(operationId ?? '') ? ['query', 'mutation'] : undefined),
      },
    },
  },
  plugins: [
    { name: '@hey-api/client-fetch', runtimeConfigPath: '../config', throwOnError: true },
    '@hey-api/typescript',
    '@hey-api/sdk',
    { name: '@tanstack/react-query', queryKeys: { tags: true }, infiniteQueryOptions: false },
  ],
});
