import { Notice } from './notice.tsx'

/** That a call failed, and why; nothing without a text. */
export function FailureNotice({
  title,
  text,
}: {
  readonly title: string
  readonly text: string | undefined
}) {
  if (text === undefined) return null
  return (
    <Notice tone="danger" title={title}>
      {text}
    </Notice>
  )
}
