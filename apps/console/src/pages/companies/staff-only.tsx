import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';

/** A page for staff of the installation; the service refuses everybody else as well. */
export function StaffOnly({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { isStaff } = useMe();
  if (isStaff) return children;
  return (
    <Page title={title}>
      <Empty title="Not for your role">This is for staff of the installation.</Empty>
    </Page>
  );
}
