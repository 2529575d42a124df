import { ColorPicker, NumberInput, Popover, Select, TextInput } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconMoon, IconSun } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { TemplateField } from '~/api/types';
import { Segmented, Switch } from '~/ui/controls';
import styles from './constructor.module.css';
import { COLOR_CHARS, type Config, fitted, isColor, type Line, sixDigits, type Value } from './fields';

/** What a line of the form reads and writes. */
interface LineProps {
  config: Config;
  onChange(key: string, value: Value): void;
  errors: Record<string, string | undefined>;
}

/** Choices are segments while their words fit side by side. */
const SEGMENT_CHARS = 18;

const DEVICES = [
  { icon: IconDeviceMobile, name: 'phone' },
  { icon: IconDeviceTablet, name: 'tablet' },
  { icon: IconDeviceDesktop, name: 'desktop' },
] as const;

/** One line of the constructor's form. */
export function SettingLine({ line, first, ...rest }: LineProps & { line: Line; first: boolean }) {
  if (line.kind === 'devices') return <DevicesLine label={line.label} fields={line.fields} {...rest} />;
  if (line.kind === 'schemes') return <SchemesLine label={line.label} fields={line.fields} headed={first} {...rest} />;
  return <OneLine field={line.field} {...rest} />;
}

function Message({ text }: { text: string | undefined }) {
  return text ? (
    <p className={styles.message} role="alert">
      {text}
    </p>
  ) : null;
}

function Numeric({
  field,
  label,
  value,
  onChange,
  error,
  narrow,
}: {
  field: TemplateField;
  label: string;
  value: Value | undefined;
  onChange(value: number): void;
  error: boolean;
  narrow?: boolean;
}) {
  // What is no number of this setting stands until the field is left: then it tells what is drawn with.
  const [typed, setTyped] = useState<number | string | null>(null);
  return (
    <NumberInput
      className={narrow ? styles.tiny : styles.number}
      size="xs"
      aria-label={label}
      value={typed ?? Number(value)}
      {...(field.min === undefined ? {} : { min: field.min })}
      {...(field.max === undefined ? {} : { max: field.max })}
      allowDecimal={false}
      allowNegative={(field.min ?? 0) < 0}
      clampBehavior="blur"
      hideControls
      suffix={field.unit === 'px' && !narrow ? ' px' : ''}
      error={error}
      onChange={(next) => {
        setTyped(next);
        if (next !== '') onChange(fitted(field, Number(next)));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function DevicesLine({
  label,
  fields,
  config,
  onChange,
  errors,
}: LineProps & { label: string; fields: readonly TemplateField[] }) {
  const error = fields.map((field) => errors[`config.${field.key}`]).find(Boolean);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div className={styles.triple} role="group" aria-label={label}>
      <span>{label}</span>
      {fields.map((field, index) => {
        const device = DEVICES[index];
        return (
          <span key={field.key} className={styles.device1}>
            {device && <device.icon size={14} aria-hidden />}
            <Numeric
              narrow
              field={field}
              label={`${label}, ${device?.name ?? ''}`}
              value={config[field.key]}
              onChange={(value) => onChange(field.key, value)}
              error={errors[`config.${field.key}`] !== undefined}
            />
          </span>
        );
      })}
      <Message text={error} />
    </div>
  );
}

/** A colour as a swatch that opens a picker, and its digits. */
function Color({
  label,
  value,
  onChange,
  invalid,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
  invalid: boolean;
}) {
  return (
    <span className={styles.color} data-invalid={invalid || !isColor(value) || undefined}>
      <Popover position="bottom-start" withinPortal>
        <Popover.Target>
          <button
            type="button"
            aria-label={`${label}: choose a colour`}
            className={styles.swatch}
            style={{ background: isColor(value) ? value : 'none' }}
          />
        </Popover.Target>
        <Popover.Dropdown>
          <ColorPicker
            format="hex"
            value={sixDigits(value)}
            onChange={onChange}
            saturationLabel={`${label}: saturation`}
            hueLabel={`${label}: hue`}
          />
        </Popover.Dropdown>
      </Popover>
      <input
        aria-label={label}
        aria-invalid={!isColor(value)}
        value={value}
        maxLength={COLOR_CHARS}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
    </span>
  );
}

function SchemesLine({
  label,
  fields,
  headed,
  config,
  onChange,
  errors,
}: LineProps & { label: string; fields: readonly [TemplateField, TemplateField]; headed: boolean }) {
  const error = fields.map((field) => errors[`config.${field.key}`]).find(Boolean);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div className={styles.schemes} role="group" aria-label={label}>
      {headed && (
        <>
          <span />
          <IconSun size={14} className={styles.schemeHead} aria-hidden />
          <IconMoon size={14} className={styles.schemeHead} aria-hidden />
        </>
      )}
      <span>{label}</span>
      {fields.map((field, index) => (
        <Color
          key={field.key}
          label={`${label}, ${index === 0 ? 'light' : 'dark'}`}
          value={String(config[field.key] ?? '')}
          onChange={(value) => onChange(field.key, value)}
          invalid={errors[`config.${field.key}`] !== undefined}
        />
      ))}
      <Message text={error} />
    </div>
  );
}

function OneLine({ field, config, onChange, errors }: LineProps & { field: TemplateField }) {
  const id = useId();
  const value = config[field.key] ?? field.default;
  const error = errors[`config.${field.key}`];
  const set = (next: Value) => onChange(field.key, next);
  if (field.type === 'boolean') {
    return (
      <label className={styles.line}>
        <span>{field.label}</span>
        <Switch plain checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
      </label>
    );
  }
  const options = field.options ?? [];
  const segmented = options.length <= 3 && options.map((option) => option.label).join('').length <= SEGMENT_CHARS;
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{field.label}</label>
      {field.type === 'integer' && (
        <>
          <input
            id={id}
            type="range"
            min={field.min ?? 0}
            max={field.max ?? 100}
            value={Number(value)}
            aria-valuetext={`${value} ${field.unit ?? ''}`}
            onChange={(event) => set(Number(event.currentTarget.value))}
          />
          <Numeric
            field={field}
            label={`${field.label}, value`}
            value={value}
            onChange={set}
            error={error !== undefined}
          />
        </>
      )}
      {field.type === 'choice' &&
        (segmented ? (
          <Segmented label={field.label} value={String(value)} options={options} onChange={set} />
        ) : (
          <Select
            id={id}
            className={styles.wide}
            size="xs"
            data={options}
            value={String(value)}
            onChange={(next) => next !== null && set(next)}
            error={error !== undefined}
          />
        ))}
      {field.type === 'color' && (
        <Color label={field.label} value={String(value)} onChange={set} invalid={error !== undefined} />
      )}
      {field.type === 'text' && (
        <TextInput
          id={id}
          className={styles.wide}
          size="xs"
          value={String(value)}
          {...(field.max === undefined ? {} : { maxLength: field.max })}
          error={error !== undefined}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
      <Message text={error} />
    </div>
  );
}
