import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { focusOn } from '~/ui/focus';
import { Note } from '~/ui/note';
import { ListView } from '../list/list-view';
import { useAwaited } from '../list/use-awaited';
import { useRows } from '../list/use-rows';
import styles from './account.module.css';
import { secondFactorQuery, tokensQuery } from './api';
import { OwnSection, Section } from './section';
import { TokenForm } from './token-form';
import { TOKENS } from './tokens-list';

const HEAD = {
  id: 'tokens',
  title: 'API tokens',
  hint: (
    <>
      For your own scripts. The calls are described in the{' '}
      <Link className="link" to="/apiDoc" target="_blank" rel="noreferrer">
        API reference
      </Link>
      .
    </>
  ),
};

function OwnTokens() {
  const scopes = useQuery(tokensQuery).data?.scopes;
  const factor = useQuery(secondFactorQuery);
  const [making, setMaking] = useState(false);
  const rows = useAwaited(useRows(TOKENS), making);
  const [fresh, setFresh] = useState<{ name: string; token: string } | null>(null);
  return (
    <Section
      {...HEAD}
      actions={
        scopes &&
        !making && (
          <Button
            size="tool"
            onClick={() => {
              setFresh(null);
              setMaking(true);
            }}
          >
            <IconPlus size={16} aria-hidden />
            New token
          </Button>
        )
      }
    >
      {fresh && (
        <div className={styles.panel}>
          <h3 ref={focusOn}>Your token “{fresh.name}”</h3>
          <Note tone="warn">Copy it now: it is shown this once, and nobody can look it up later.</Note>
          <CodeLine code={fresh.token} label="the token" />
          <div className={styles.actions}>
            <Button variant="ink" onClick={() => setFresh(null)}>
              I have copied it
            </Button>
          </div>
        </div>
      )}
      {making && scopes && (
        <TokenForm
          scopes={scopes}
          needsOtp={factor.data?.is_on ?? false}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setFresh(made);
          }}
        />
      )}
      {!(making && rows.isBare) && <ListView spec={TOKENS} {...rows} />}
    </Section>
  );
}

/** Personal API tokens: made with scopes and an end, shown once, deleted. */
export const Tokens = () => (
  <OwnSection {...HEAD} what="API tokens">
    <OwnTokens />
  </OwnSection>
);
