import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-accent text-on-accent hover:opacity-90',
  plain: 'border border-line bg-surface text-ink hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'border border-bad/40 bg-surface text-bad hover:bg-bad-soft',
};

export const buttonClass = (look: ButtonLook = 'plain', size: 'normal' | 'small' = 'normal'): string =>
  classNames(
    'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors [&_svg]:shrink-0',
    'disabled:cursor-not-allowed disabled:opacity-50',
    size === 'small' ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
    looks[look],
  );

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  readonly size?: 'normal' | 'small';
  readonly icon?: ReactNode;
  /** The action is running, and the button disabled. */
  readonly busy?: boolean;
}

export function Button({ look, size, icon, busy, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(look, size), busy && 'animate-breathe', className)}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button with an icon and an accessible name. */
export function IconButton({ label, ...rest }: ButtonProps & { readonly label: string }) {
  return <Button look="quiet" size="small" {...rest} aria-label={label} title={label} className="w-7 px-0" />;
}
