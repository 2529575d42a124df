import { expect, test } from 'vitest';
import { type AccountNotice, noticesOff } from './api';

test('what is off is saved by place, and what is required never is', () => {
  const kind = (kind: AccountNotice['kind'], is_in_list: boolean, is_by_mail: boolean, is_required = false) => ({
    kind,
    label: kind,
    is_in_list,
    is_by_mail,
    is_required,
  });
  const notices = [
    kind('ad_approved', true, false),
    kind('low_balance', false, true),
    kind('rule_acted', false, false),
    kind('dead_link', true, true),
    kind('password_changed', false, false, true),
  ];
  expect(noticesOff(notices)).toEqual({
    list_off: ['low_balance', 'rule_acted'],
    mail_off: ['ad_approved', 'rule_acted'],
  });
});
