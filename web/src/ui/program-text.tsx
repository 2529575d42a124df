import styles from './program-text.module.css';

/** What a program wrote, as it wrote it: a report, a stack. It is cut to half a screen, and scrolls. */
export function ProgramText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it too
    <section className={styles.text} tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
