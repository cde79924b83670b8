import { Empty } from './empty.tsx';

/** Stands in the place of what a viewer may not do. */
export function NotAllowed() {
  return <Empty title="Not for your role">Viewers look. Ask an owner of the company for more.</Empty>;
}
