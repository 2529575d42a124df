import { IconContrast2 } from '@tabler/icons-react';
import { Button } from '~/ui/button';
import styles from './constructor.module.css';
import { type Faint, faintIn } from './contrast';
import type { Config, Line, Value } from './fields';

/** 4.54 is not read as enough where 4.5 is asked for, nor 4.46 as 4.5. */
const told = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/** The words of a warning. */
const text = ({ scheme, on, ratio, least }: Faint): string =>
  `Hard to read, ${scheme}: ${told(ratio)}:1 on ${on}. Readers need ${least}:1.`;

/** Warns beside a line of colours whose words are hard to read. Nothing is refused for it. */
export function ContrastNote({
  line,
  config,
  onChange,
}: {
  line: Line;
  config: Config;
  onChange: (key: string, value: Value) => void;
}) {
  const keys = line.kind === 'one' ? [line.field.key] : line.fields.map((field) => field.key);
  const faint = faintIn(config).filter(({ key }) => keys.includes(key));
  // The place stays, so that a warning is read out when it comes.
  return line.kind === 'schemes' ? (
    <div role="status" className={styles.faint}>
      {faint.map((found) => (
        <p key={found.key} className="s12 warn">
          <IconContrast2 size={14} aria-hidden />
          <span>{text(found)}</span>
          <Button
            size="sm"
            onClick={() => onChange(found.key, found.better)}
            aria-label={`Take ${found.better}, ${found.scheme}`}
          >
            Take {found.better}
          </Button>
        </p>
      ))}
    </div>
  ) : null;
}
