import { create } from 'zustand'

const useAnnouncement = create<{ readonly text: string }>(() => ({ text: '' }))

/** Announces a text to screen readers when they pause. */
export function announce(text: string): void {
  // An unchanged text is not said again; the no-break space makes it another one.
  useAnnouncement.setState(({ text: last }) => ({ text: last === text ? `${text}\u00a0` : text }))
}

/** The one polite live region. It is in the page from the start: a region that appears with its text is not heard. */
export function Announcer() {
  const text = useAnnouncement((state) => state.text)
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {text}
    </div>
  )
}
