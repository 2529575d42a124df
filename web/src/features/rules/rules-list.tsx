import { listRulesOptions, startRuleMutation, stopRuleMutation } from '~/api/queries';
import type { Rule } from '~/api/sdk';
import { plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { byId } from '../list/change';
import { allOf } from '../list/locally';
import type { EmptyWords, ListSpec } from '../list/spec';
import { wishOf } from '../list/wish';
import { LastAction } from './last-action';
import { RuleState } from './rule-state';

/** Between two looks at what rules did, in milliseconds. */
export const RULES_LOOK_MS = 30_000;

/** The way to the form of a new rule. */
export const NEW_RULE = { label: 'New rule', link: paths.ruleCreate() } satisfies EmptyWords['action'];

/** Under which tabs a rule stands. */
const tabsOfRule = ({ is_on: isOn, asked_count: asked }: Rule) => [
  isOn ? 'on' : 'off',
  ...(asked > 0 ? ['waits'] : []),
];

/** The list of rules. */
export const RULES: ListSpec<Rule> = {
  name: 'rules',
  noun: ['rule', 'rules'],
  rowName: ({ name }) => name,
  told: ['listRules', 'getRule'],
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'on', label: 'On', status: 'on' },
    { value: 'waits', label: 'Waits for you', status: 'waits' },
    { value: 'off', label: 'Off', status: 'off' },
  ],
  tabsLabel: 'Rules',
  rows: allOf(listRulesOptions, { words: ({ name }) => name, statusOf: tabsOfRule }),
  every: RULES_LOOK_MS,
  sizes: false,
  // The page has one, with what each rule says.
  hasFile: true,
  wish: wishOf({
    isOn: ({ is_on: isOn }) => isOn,
    can: () => true,
    guess: (rule, is_on) => ({ ...rule, is_on }),
    start: { each: byId(startRuleMutation) },
    stop: { each: byId(stopRuleMutation) },
    isTold: true,
  }),
  columns: [
    { id: 'status', label: 'State', near: true, cell: (rule) => <RuleState rule={rule} /> },
    {
      id: 'scope',
      label: 'Scope',
      quiet: true,
      text: ({ campaigns }) => (campaigns?.length ? plural(campaigns.length, 'campaign') : 'All campaigns'),
    },
    { id: 'last', label: 'Last action', cell: (rule) => <LastAction rule={rule} /> },
    { id: 'acted', label: 'Acted, 7 days', count: ({ acted_count: count }) => count },
  ],
  first: {
    title: 'Your first rule goes here',
    text: 'A rule watches your campaigns every hour and does what you say: blocks a site that spends and brings nothing, pauses a tired ad, raises the limit of a good day. Try it on past days before you switch it on.',
    action: NEW_RULE,
  },
};
