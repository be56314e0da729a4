/** Text of the association as it was written: an empty line parts paragraphs, a single line end breaks the line. */
export function Paragraphs({ text }: { readonly text: string }) {
  return (
    <div className="grid gap-4 text-lg wrap-anywhere">
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a text has no better name than its place, and it never moves
        <p key={index} className="whitespace-pre-line">
          {paragraph.trim()}
        </p>
      ))}
    </div>
  )
}
