import { Menu } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Pagination } from '~/api/sdk';
import { formatNumber } from '~/lib/format';
import { Button } from './button';
import styles from './pager.module.css';

/** Which rows of how many, page steps, page size (0 is all). */
export function Pager({
  of,
  sizes,
  count,
  onPage,
  onCount,
}: {
  /** Nothing stands there while it is on its way, or without rows. */
  of: Pagination | undefined;
  sizes?: readonly number[];
  /** The chosen size. */
  count?: number;
  onPage(page: number): void;
  onCount?(count: number): void;
}) {
  if (!of?.total) return null;
  const { current_page: page, last_page: lastPage, per_page: perPage, total } = of;
  const from = (page - 1) * perPage + 1;
  const to = Math.min(page * perPage, total) || total;
  const size = (value: number) => (value === 0 ? 'All' : formatNumber(value));
  return (
    <div className={styles.pager}>
      <span className="num">
        {formatNumber(from)} to {formatNumber(to)} of {formatNumber(total)}
      </span>
      <div className="row">
        {lastPage > 1 && (
          <>
            <Button size="sm" icon aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
              <IconChevronLeft size={14} aria-hidden />
            </Button>
            <span className="num">
              {formatNumber(page)} / {formatNumber(lastPage)}
            </span>
            <Button size="sm" icon aria-label="Next page" disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
              <IconChevronRight size={14} aria-hidden />
            </Button>
          </>
        )}
        {sizes && onCount && count !== undefined && (
          <>
            <span className="desk-only" style={{ marginLeft: 8 }}>
              Rows
            </span>
            <Menu width={96}>
              <Menu.Target>
                <Button size="sm" aria-label={`Rows a page: ${size(count)}`}>
                  {size(count)}
                  <IconChevronDown size={12} stroke={2.25} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {sizes.map((value) => (
                  <Menu.Item
                    key={value}
                    role="menuitemradio"
                    aria-checked={value === count}
                    fw={value === count ? 600 : 400}
                    onClick={() => onCount(value)}
                  >
                    {size(value)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </div>
    </div>
  );
}
