import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';

/** Which way the page is read. Radix does not look at the page, and would turn its parts around. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

export interface MenuItem {
  readonly words: string;
  readonly icon?: ReactNode;
  readonly onChoose: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** What else can be done, behind one button. */
export function Menu({
  trigger,
  items,
  align = 'end',
}: {
  readonly trigger: ReactNode;
  /** A function is asked when the menu opens: a page may have hundreds that stay closed. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  readonly align?: 'start' | 'end';
}) {
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<() => void>(undefined);
  /** What is chosen happens when the focus is back at the button: a dialog gives it back to where it took it from. */
  const closed = (event: Event) => {
    const choose = chosen.current;
    if (choose === undefined) return;
    chosen.current = undefined;
    event.preventDefault();
    button.current?.focus();
    choose();
  };
  return (
    // Not modal: locking the page's scrolling would need an inline style, which our policy forbids.
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

/** Is only there while the menu is open. */
function Items({
  items,
  onChoose: tell,
}: {
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
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
