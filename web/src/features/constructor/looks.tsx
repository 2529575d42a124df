import definitions from '@render/templates.json';
import type { Template } from '~/api/types';
import { Button } from '~/ui/button';
import styles from './constructor.module.css';
import type { Config, Value } from './fields';

/** A look that is chosen with one click. */
interface Look {
  label: string;
  config: Config;
}

/** Looks of a template. What a look says nothing of begins as the template does, but words of the webmaster's own stay. */
export function looksOf(template: Template): Look[] {
  const presets = definitions.find(({ name }) => name === template.config.name)?.presets ?? [];
  const known = new Set(template.config.fields.map((field) => field.key));
  const kept = new Set(template.config.fields.filter((field) => field.type === 'text').map((field) => field.key));
  const initial = template.config.fields
    .filter((field) => !kept.has(field.key))
    .map((field): [string, Value] => [field.key, field.default as Value]);
  return presets.map(({ label, config }) => ({
    label,
    config: Object.fromEntries([
      ...initial,
      ...(Object.entries(config) as [string, Value][]).filter(([key]) => known.has(key)),
    ]),
  }));
}

/** A template that begins in one of its looks. */
export function inLook(template: Template, label: string | undefined): Template {
  const look = looksOf(template).find((other) => other.label === label);
  return look ? { ...template, initial_values: { ...template.initial_values, ...look.config } } : template;
}

/** Whether a block looks so. */
const isChosen = (look: Look, config: Config): boolean =>
  Object.entries(look.config).every(([key, value]) => config[key] === value);

/** The looks of a template, one click each. */
export function Looks({
  template,
  config,
  onChoose,
}: {
  template: Template;
  config: Config;
  onChoose: (config: Config) => void;
}) {
  const looks = looksOf(template);
  if (looks.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Looks">
      <h2>Looks</h2>
      <p className="s13 t2">A click sets everything below; every setting can be changed after it.</p>
      <div className={styles.looks}>
        {looks.map((look) => (
          <Button
            key={look.label}
            size="tool"
            aria-pressed={isChosen(look, config)}
            onClick={() => onChoose(look.config)}
          >
            {look.label}
          </Button>
        ))}
      </div>
    </section>
  );
}
