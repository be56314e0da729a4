import { ChevronLeft, ChevronRight, List, ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkProps } from 'react-router-dom'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button, type ButtonProps, LinkButton } from '../../button/button.tsx'
import { cx } from '../../cx.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { KeyHint } from '../shortcuts.tsx'
import { BAR, NARROW_BAR } from './bar-looks.ts'

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
        BAR,
        // Without an edge it needs no room at its sides; on a phone the others have it.
        quiet ? '@max-[44rem]:px-0' : '@max-[44rem]:px-1',
        // A grey button says nothing; its empty place keeps the others where they are.
        rest.disabled === true && 'invisible',
        iconOnly ? '@max-[44rem]:min-w-11' : NARROW_BAR,
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

interface TickedProps {
  readonly done: number
  readonly of: number
  /** The checks. */
  readonly children: ReactNode
}

/**
 * How many checks are ticked, and the checks over the page: where all is below each other, nobody loses the place in the
 * evidence to tick what it shows.
 */
export function Ticked({ done, of, children }: TickedProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const counts = { done: format.number(done), all: format.number(of) }
  const label = t('checks.ticked', counts)
  return (
    <span className="me-1 whitespace-nowrap @min-[44rem]:hidden">
      <DeskButton
        label={label}
        short={t('checks.tickedShort', counts)}
        variant="quiet"
        icon={<ListChecks aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onOpenChange={setOpen} title={label}>
        {children}
      </Dialog>
    </span>
  )
}

type Way = Pick<DeskButtonProps, 'label' | 'busy' | 'disabled' | 'onClick'>

/** To the items before and after this one. Where there is none, its place is empty: the other stays where it is. */
export const DeskWays = ({ previous, next }: { readonly previous: Way; readonly next: Way }) => (
  <div className="ms-auto flex gap-1 ps-1 @min-[44rem]:gap-2">
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

/** Back to the list; beside the title of a phone its words stand below the icon. */
export const DeskBack = ({ to, label }: Pick<LinkProps, 'to'> & { readonly label: string }) => (
  <LinkButton
    to={to}
    relative="path"
    variant="quiet"
    className="max-sm:-mt-1 max-sm:w-20 max-sm:flex-col max-sm:gap-0 max-sm:px-0 max-sm:py-1 max-sm:text-xs max-sm:leading-tight"
    icon={<List aria-hidden="true" size={18} />}
  >
    {label}
  </LinkButton>
)
