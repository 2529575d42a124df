/** What the server makes as files: calls whose answer is saved, with the name that its head gives it. */
import type { AdvertiserStatsRequest, ExportPayoutsData, NetworkStatsRequest, WebmasterStatsRequest } from './sdk';
import * as calls from './sdk';

/** A file, and what it is called. */
export interface NamedFile {
  content: Blob;
  name: string;
}

/** The answer of a call as a file; `otherwise` is its name where the server gives none. */
async function named(answer: Promise<{ data: unknown; response: Response }>, otherwise: string): Promise<NamedFile> {
  const { data, response } = await answer;
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { content: data as Blob, name: name ?? otherwise };
}

/** The same file of a table with what `change` makes of its text. */
export const rewritten = async ({ content, name }: NamedFile, change: (csv: string) => string): Promise<NamedFile> => ({
  content: new Blob([change(await content.text())], { type: 'text/csv' }),
  name,
});

const AS_FILE = { parseAs: 'blob' } as const;

/** All rows, as a spreadsheet reads them. */
const TABLE = { format: 'csv_file', decimal: 'comma' } as const;
const WHOLE = { ...TABLE, page: 1, count: 0 } as const;

type Query<Call extends (options: never) => unknown> = NonNullable<NonNullable<Parameters<Call>[0]>['query']>;

/** For whom a file of payouts is, and which of them stand in it. */
export type PayoutsAsked = NonNullable<ExportPayoutsData['query']>;

/** The file of each call that makes one. */
export const FILES = {
  account: () => named(calls.exportAccount(AS_FILE), 'placard-account.json'),
  importTemplate: () => named(calls.getImportTemplate(AS_FILE), 'ads-to-import.csv'),
  advertiserClicks: (query: Query<typeof calls.listAdvertiserClicks>) =>
    named(calls.listAdvertiserClicks({ query: { ...query, ...TABLE }, ...AS_FILE }), 'clicks.csv'),
  webmasterClicks: (query: Query<typeof calls.listWebmasterClicks>) =>
    named(calls.listWebmasterClicks({ query: { ...query, ...TABLE }, ...AS_FILE }), 'clicks.csv'),
  advertiserStats: (body: AdvertiserStatsRequest) =>
    named(calls.queryAdvertiserStats({ body: { ...body, ...WHOLE }, ...AS_FILE }), 'statistics.csv'),
  webmasterStats: (body: WebmasterStatsRequest) =>
    named(calls.queryWebmasterStats({ body: { ...body, ...WHOLE }, ...AS_FILE }), 'statistics.csv'),
  networkStats: (body: NetworkStatsRequest) =>
    named(calls.queryNetworkStats({ body: { ...body, ...WHOLE }, ...AS_FILE }), 'statistics.csv'),
  pushStats: (query: Query<typeof calls.exportPushStats>) =>
    named(calls.exportPushStats({ query: { ...query, decimal: 'comma' }, ...AS_FILE }), 'statistics.csv'),
  invoice: (id: number) => named(calls.getDepositInvoice({ path: { id }, ...AS_FILE }), `invoice-${id}.pdf`),
  receipt: (id: number) => named(calls.getDepositReceipt({ path: { id }, ...AS_FILE }), `receipt-${id}.pdf`),
  advertiserStatement: (month: string, format: 'csv' | 'pdf') =>
    named(
      calls.getAdvertiserStatement({ path: { month }, query: { format }, ...AS_FILE }),
      `statement-${month}.${format}`,
    ),
  webmasterStatement: (month: string, format: 'csv' | 'pdf') =>
    named(
      calls.getWebmasterStatement({ path: { month }, query: { format }, ...AS_FILE }),
      `statement-${month}.${format}`,
    ),
  ownPayouts: () => named(calls.getPayoutsFile(AS_FILE), 'placard-payouts.csv'),
  payouts: (query: PayoutsAsked) => named(calls.exportPayouts({ query, ...AS_FILE }), 'payouts.csv'),
  ledger: (query: Query<typeof calls.exportLedger>) =>
    named(calls.exportLedger({ query, ...AS_FILE }), query.format === 'hledger' ? 'ledger.journal' : 'ledger.csv'),
};
