import type { ReactNode } from 'react'

/** The buttons of a dialog, in sight however long the text above is. */
export const DialogFoot = ({ children }: { readonly children: ReactNode }) => (
  <div className="-bottom-5 z-1 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-5 py-3 max-sm:flex-col-reverse [@media(min-height:36rem)]:sticky">
    {children}
  </div>
)
