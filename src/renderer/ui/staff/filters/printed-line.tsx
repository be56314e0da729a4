/**
 * What a printed list says of itself: its tab, its filters, its rows and their order. Drawn by a style: on the screen the
 * same words stand in the controls.
 */
export const PrintedLine = ({ text }: { readonly text: string }) => (
  <p
    data-printed-line={text}
    className="hidden text-sm text-muted before:content-[attr(data-printed-line)] print:block"
  />
)
