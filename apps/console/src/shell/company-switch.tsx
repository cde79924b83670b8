import { ChevronsUpDown } from 'lucide-react';
import { useMe } from '../api/me.ts';
import { Menu } from '../kit/menu.tsx';
import { useLookAt } from './look-at.ts';

/** Which company is looked at; who belongs to several changes it here. */
export function CompanySwitch() {
  const { company, companies } = useMe();
  const choose = useLookAt();
  const title = company?.name ?? 'No company';
  const face = (
    <>
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-md bg-accent text-xs font-semibold text-on-accent"
      >
        {title.slice(0, 1).toUpperCase()}
      </span>
      <span dir="auto" className="truncate font-semibold">
        {title}
      </span>
    </>
  );
  if (companies.length < 2) return <div className="flex h-9 items-center gap-2 px-1.5">{face}</div>;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="flex h-9 items-center gap-2 rounded-md px-1.5 hover:bg-hover">
          {face}
          <ChevronsUpDown size={14} aria-hidden className="ms-auto shrink-0 text-soft" />
        </button>
      }
      items={companies.map(({ id, name }) => ({
        words: name,
        onChoose: () => choose.run(id),
        isDisabled: id === company?.id,
      }))}
    />
  );
}
