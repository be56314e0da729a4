import { ChevronLeft, ChevronRight, List } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LinkProps } from 'react-router-dom'
import { Button, type ButtonProps, LinkButton } from '../../button/button.tsx'
import { cx } from '../../cx.ts'
import { KeyHint } from '../shortcuts.tsx'

interface DeskBarProps {
  readonly label: string
  readonly decisions: ReactNode
  readonly children: ReactNode
}

/** The actions of a desk, at the bottom of the window at any scroll position: in one line, because two cover what is compared. */
export const DeskBar = ({ label, decisions, children }: DeskBarProps) => (
  <fieldset
    aria-label={label}
    className="@container sticky bottom-0 z-10 -mx-4 border-t border-line bg-canvas px-2 py-1.5 sm:px-4 sm:py-2.5 print:hidden"
  >
    <div className="flex items-center gap-1 @min-[44rem]:flex-wrap @min-[44rem]:gap-1.5">
      {decisions}
      {children}
    </div>
  </fieldset>
)

interface DeskButtonProps extends Pick<ButtonProps, 'variant' | 'icon' | 'busy' | 'disabled'> {
  readonly label: string
  /** The words on the button, whole words of `label`: three of them stand beside each other on a phone. */
  readonly short?: string
  /** The single key that does the same. */
  readonly keys?: string
  /** An icon after the words. */
  readonly end?: ReactNode
  /** Drawn by icon and key where words do not fit beside each other; narrower still they stand below the icon. */
  readonly folds?: boolean
  /** Its icon says enough: narrow, it never has words. */
  readonly iconOnly?: boolean
  readonly onClick: () => void
}

/** Words and key, the same in each bar. */
export function DeskButton({
  label,
  short,
  keys,
  end,
  folds = false,
  iconOnly = false,
  ...rest
}: DeskButtonProps) {
  const quiet = rest.variant === 'quiet'
  return (
    <Button
      {...rest}
      {...(short !== undefined && { 'aria-label': label })}
      {...((short !== undefined || folds || iconOnly) && { title: label })}
      aria-keyshortcuts={keys}
      className={cx(
        '@max-[72rem]:px-3 @max-[44rem]:[&>kbd]:hidden',
        // Without an edge it needs no room at its sides; on a phone the others have it.
        quiet ? '@max-[44rem]:px-0' : '@max-[44rem]:px-1',
        // A grey button says nothing; its empty place keeps the others where they are.
        rest.disabled === true && 'invisible',
        iconOnly
          ? '@max-[44rem]:min-w-11'
          : '@max-[44rem]:flex-col @max-[44rem]:gap-0 @max-[44rem]:py-1 @max-[44rem]:text-xs',
        !iconOnly && !quiet && '@max-[44rem]:grow',
      )}
    >
      <span
        className={cx(
          iconOnly && '@max-[56rem]:sr-only',
          folds && '@min-[44rem]:@max-[56rem]:sr-only',
        )}
      >
        {short ?? label}
      </span>
      {keys !== undefined && <KeyHint name={keys} />}
      {end}
    </Button>
  )
}

type Way = Pick<DeskButtonProps, 'label' | 'busy' | 'disabled' | 'onClick'>

/** To the items before and after this one. Where there is none, its place is empty: the other stays where it is. */
export const DeskWays = ({ previous, next }: { readonly previous: Way; readonly next: Way }) => (
  <div className="ms-auto flex gap-1 @min-[44rem]:gap-2">
    <DeskButton
      {...previous}
      variant="secondary"
      keys="p"
      iconOnly
      icon={<ChevronLeft aria-hidden="true" size={20} className="mirror" />}
    />
    <DeskButton
      {...next}
      variant="secondary"
      keys="n"
      iconOnly
      end={<ChevronRight aria-hidden="true" size={20} className="mirror" />}
    />
  </div>
)

/** Back to the list; beside the title of a phone its words have no room. */
export const DeskBack = ({ to, label }: Pick<LinkProps, 'to'> & { readonly label: string }) => (
  <LinkButton
    to={to}
    relative="path"
    variant="quiet"
    title={label}
    className="max-sm:px-2.5"
    icon={<List aria-hidden="true" size={18} />}
  >
    <span className="max-sm:sr-only">{label}</span>
  </LinkButton>
)
