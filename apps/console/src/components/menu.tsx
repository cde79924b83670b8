import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

/** The reading direction of the page. Radix does not detect it. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

export interface MenuItem {
  readonly words: string;
  readonly icon?: ReactNode;
  readonly onChoose: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

interface MenuProps {
  readonly trigger: ReactNode;
  /** A function is called when the menu opens: a page may have hundreds of menus that stay closed. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  readonly align?: 'start' | 'end';
}

/** What else can be done, behind one button. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<() => void>(undefined);
  /** The action runs after the focus is back on the button, so that a dialog it opens returns the focus there. */
  const closed = (event: Event) => {
    const choose = chosen.current;
    if (choose === undefined) return;
    chosen.current = undefined;
    event.preventDefault();
    button.current?.focus();
    choose();
  };
  return (
    // Not modal: a scroll lock needs an inline style, which our Content-Security-Policy forbids.
    <DropdownMenu.Root dir={direction()} modal={false}>
      <DropdownMenu.Trigger ref={button} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          onCloseAutoFocus={closed}
          className="z-40 min-w-44 rounded-lg border border-line bg-raised p-1 shadow-xl"
        >
          <Items
            items={items}
            onChoose={(choose) => {
              chosen.current = choose;
            }}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The menu at the end of a row of buttons, or of what it names. */
export function MoreMenu({ of: name, items }: Pick<MenuProps, 'items'> & { readonly of?: string }) {
  const label = name === undefined ? 'More actions' : `More actions for ${name}`;
  return <Menu trigger={<IconButton label={label} icon={<Ellipsis size={16} />} />} items={items} />;
}

/** Exists only while the menu is open. */
function Items({
  items,
  onChoose: tell,
}: Pick<MenuProps, 'items'> & {
  readonly onChoose: (choose: () => void) => void;
}) {
  const shown = typeof items === 'function' ? items() : items;
  return shown.map(({ words, icon, onChoose, isDanger, isDisabled }) => (
    <DropdownMenu.Item
      key={words}
      disabled={isDisabled ?? false}
      onSelect={() => tell(onChoose)}
      className={classNames(
        'flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover',
        isDanger && 'text-bad',
      )}
    >
      {icon}
      {words}
    </DropdownMenu.Item>
  ));
}
