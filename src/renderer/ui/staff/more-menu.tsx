import { ChevronDown, Ellipsis } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../button/button.tsx'
import { cx } from '../cx.ts'
import {
  Disclosure,
  DisclosureButton,
  DisclosurePanel,
  useDisclosure,
} from '../layout/disclosure.tsx'
import { createMediaQuery } from '../use-media-query.ts'
import { BAR, NARROW_BAR } from './desk/bar-looks.ts'

const useHeadFits = createMediaQuery('(min-width: 64rem)')

interface MoreMenuProps {
  readonly children: ReactNode
  /** In the bar of a desk, at the bottom of the window. */
  readonly inBar?: boolean
  /** The line has other buttons, so that no window has room for these. */
  readonly isLong?: boolean
}

/** Buttons and links beside a heading, with their words: in one line, and behind one button where that has no room. */
export function MoreMenu({ children, inBar = false, isLong = false }: MoreMenuProps) {
  const fits = useHeadFits() && !isLong
  if (fits) return children
  return (
    <Disclosure className="relative max-sm:grow-0!">
      <Menu inBar={inBar}>{children}</Menu>
    </Disclosure>
  )
}

const EDGE_PX = 16

/** The button may stand at either end of its line, or on a line of its own: the panel moves in from the edge that it passes. */
function keepInside(panel: HTMLElement | null): void {
  if (panel === null) return
  const { left, right } = panel.getBoundingClientRect()
  const most = document.documentElement.clientWidth - EDGE_PX
  panel.style.translate = `${Math.max(EDGE_PX - left, 0) - Math.max(right - most, 0)}px`
}

function Menu({ children, inBar }: Required<Omit<MoreMenuProps, 'isLong'>>) {
  const { t } = useTranslation('nav')
  const { close } = useDisclosure()
  const button = useRef<HTMLSpanElement>(null)
  // Before the dialog that was asked for is drawn: the focus comes back from it to what is still there.
  const pressed = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element) || target.closest('a, button') === null) return
    button.current?.querySelector('button')?.focus()
    close()
  }
  return (
    <>
      <span ref={button}>
        {inBar ? (
          <DisclosureButton
            className={cx(buttonClass({ variant: 'quiet' }), BAR, NARROW_BAR, '@max-[44rem]:px-0')}
          >
            <Ellipsis aria-hidden="true" size={18} />
            {t('more')}
          </DisclosureButton>
        ) : (
          <DisclosureButton className={buttonClass({ variant: 'secondary' })}>
            {t('more')}
            <ChevronDown aria-hidden="true" size={18} />
          </DisclosureButton>
        )}
      </span>
      <DisclosurePanel
        ref={keepInside}
        className={cx(
          'absolute end-0 z-10 max-w-[calc(100vw-2rem)] animate-rise rounded-md border border-line bg-raised p-1 shadow-float',
          inBar ? 'bottom-full mb-2 w-max' : 'top-full mt-2 w-72',
        )}
      >
        {/* The keyboard presses the entries, which are buttons and links. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see the line above */}
        <div
          onClick={pressed}
          className="grid *:justify-start *:border-0 *:bg-transparent *:text-start *:text-ink *:hover:bg-sunken"
        >
          {children}
        </div>
      </DisclosurePanel>
    </>
  )
}
