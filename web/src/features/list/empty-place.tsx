import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { buttonClass } from '~/ui/button';
import { Empty } from '~/ui/states';
import type { EmptyWords } from './spec';

/** A link that looks like the page's one button: it makes a new thing unless it says something else. */
export function MainLink({
  label,
  link,
  icon: Icon = IconPlus,
  ref,
}: NonNullable<EmptyWords['action']> & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <Link {...link} {...(ref ? { ref } : {})} className={buttonClass({ variant: 'accent' })}>
      {Icon && <Icon size={16} aria-hidden />}
      {label}
    </Link>
  );
}

/** What stands where the first row will; `begin` is a button in place of its link. */
export function EmptyPlace({ title, text, action, small, begin }: EmptyWords & { begin?: ReactNode }) {
  return (
    <Empty first={!small} small={small ?? false} title={title} actions={begin ?? (action && <MainLink {...action} />)}>
      {text}
    </Empty>
  );
}
