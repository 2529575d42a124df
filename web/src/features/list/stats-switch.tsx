import { Switch } from '~/ui/controls';
import styles from './list.module.css';
import type { List } from './use-list';

/** Shows or hides the statistics of a list: without them it loads faster and fits a small screen. */
export function StatsSwitch({ list }: { list: List }) {
  return (
    <span className={styles.stats}>
      <Switch
        plain
        label="Show statistics"
        checked={list.state.stats}
        onChange={(event) => list.setStats(event.target.checked)}
      />
    </span>
  );
}
