import { type NamedFile, rewritten } from '~/api/files';
import { PageHead } from '../frame/page-head';
import { ColumnsMenu } from '../list/columns-menu';
import { ListView } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import { useRows } from '../list/use-rows';
import { GeoSource } from '../public/geo-source';
import type { AnyClick } from './click-columns';
import { ADVERTISER, WEBMASTER } from './click-lists';
import styles from './clicks.module.css';
import { clicksOnScreen } from './file';
import { BOUGHT, SOLD } from './sides';

function Clicks<Row extends AnyClick>({ spec, file }: { spec: ListSpec<Row>; file(list: List): Promise<NamedFile> }) {
  const rows = useRows(spec);
  const visible = rows.list.state.columns;
  const make = async (all: boolean) =>
    rewritten(await file(rows.list), (csv) => clicksOnScreen(csv, spec, { all, visible }));
  return (
    <>
      <PageHead actions={<ColumnsMenu make={make} />} />
      <ListView spec={spec} {...rows} />
      <p className={styles.source}>
        <GeoSource />
      </p>
    </>
  );
}

/** The advertiser's clicks: what each cost, and what followed. */
export const AdvertiserClicks = () => <Clicks spec={ADVERTISER} file={BOUGHT.file} />;

/** The webmaster's clicks: what each earned. */
export const WebmasterClicks = () => <Clicks spec={WEBMASTER} file={SOLD.file} />;
