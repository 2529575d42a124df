import styles from './logo.module.css';

/** The mark: a board on a stick that reads as a P; with the name unless `bare`. */
export function Logo({ bare }: { bare?: boolean }) {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 17 22" aria-hidden="true">
        <path d="M0 0h17v13.5H4.5V22H0z" />
      </svg>
      {!bare && <span>Placard</span>}
    </span>
  );
}
