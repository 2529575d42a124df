/** The same small program in three languages: yesterday's spend of each campaign, then a stop of the most expensive one. */

/** An example of the page. */
export interface Example {
  language: string;
  /** What must be there before it runs. */
  needs: string;
  code: (origin: string) => string;
}

/** The examples, each complete: paste, put the token in, run. */
export const EXAMPLES: readonly Example[] = [
  {
    language: 'curl',
    needs: 'a shell with curl and jq',
    code: (origin) => `API=${origin}/api
TOKEN=plc_YOUR_TOKEN
DAY=$(date -u -d yesterday +%F)

curl --fail-with-body -s "$API/advertiser/stats/tmp_with_postbacks" \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"groups":["campaign"],"filters":{"date_from":"'$DAY'","date_to":"'$DAY'"},
       "order_by":"money","count":0}' |
  jq -r '.result[] | [.id, .name, .clicks_count, .money] | @tsv'

curl --fail-with-body -s -X PUT "$API/advertiser/campaigns/204/stop" -H "Authorization: Bearer $TOKEN"`,
  },
  {
    language: 'Python',
    needs: 'Python 3.11 and requests',
    code: (origin) => `from datetime import UTC, datetime, timedelta
from decimal import Decimal
import requests

api = requests.Session()
api.headers["Authorization"] = "Bearer plc_YOUR_TOKEN"
url = "${origin}/api"
day = str((datetime.now(UTC) - timedelta(days=1)).date())

answer = api.post(f"{url}/advertiser/stats/tmp_with_postbacks", timeout=30, json={
    "groups": ["campaign"],
    "filters": {"date_from": day, "date_to": day},
    "order_by": "money", "count": 0,
})
if answer.status_code == 422:
    raise SystemExit(answer.json()["errors"])
answer.raise_for_status()
rows = answer.json(parse_float=Decimal)["result"]
for row in rows:
    print(row["id"], row["name"], row["clicks_count"], row["money"])

if rows:
    api.put(f"{url}/advertiser/campaigns/{rows[0]['id']}/stop", timeout=30).raise_for_status()`,
  },
  {
    language: 'JavaScript',
    needs: 'Node 20, or a browser on the same address',
    code: (origin) => `const url = '${origin}/api';
const headers = { Authorization: 'Bearer plc_YOUR_TOKEN', 'Content-Type': 'application/json' };
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

async function call(method, path, body) {
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) {
    const problem = await answer.json();
    throw new Error(\`\${problem.status} \${problem.detail}\`, { cause: problem.errors });
  }
  return answer.status === 204 ? null : answer.json();
}

const { result } = await call('POST', '/advertiser/stats/tmp_with_postbacks', {
  groups: ['campaign'],
  filters: { date_from: day, date_to: day },
  order_by: 'money',
  count: 0,
});
for (const row of result) console.log(row.id, row.name, row.clicks_count, row.money);

if (result.length > 0) await call('PUT', \`/advertiser/campaigns/\${result[0].id}/stop\`);`,
  },
];
