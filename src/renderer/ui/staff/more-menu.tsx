import { ChevronDown } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../button/button.tsx'
import {
  Disclosure,
  DisclosureButton,
  DisclosurePanel,
  useDisclosure,
} from '../layout/disclosure.tsx'
import { createMediaQuery } from '../use-media-query.ts'

const useHeadFits = createMediaQuery('(min-width: 64rem)')

/** Buttons and links beside a heading, with their words: in one line, and behind one button where that has no room. */
export function MoreMenu({ children }: { readonly children: ReactNode }) {
  const fits = useHeadFits()
  if (fits) return children
  return (
    <Disclosure className="relative max-sm:grow-0!">
      <Menu>{children}</Menu>
    </Disclosure>
  )
}

function Menu({ children }: { readonly children: ReactNode }) {
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
        <DisclosureButton className={buttonClass({ variant: 'secondary' })}>
          {t('more')}
          <ChevronDown aria-hidden="true" size={18} />
        </DisclosureButton>
      </span>
      <DisclosurePanel className="absolute start-0 top-full z-10 mt-2 w-72 max-w-[calc(100vw-2rem)] animate-rise rounded-md border border-line bg-raised p-1 shadow-float">
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
