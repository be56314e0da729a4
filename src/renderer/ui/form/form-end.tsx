import { FormButtons, type FormButtonsProps } from '../button/form-buttons.tsx'
import { Notice } from '../feedback/notice.tsx'

export interface FormNotice {
  readonly title: string
  readonly text: string
}

interface FormEndProps extends FormButtonsProps {
  readonly notice: FormNotice | undefined
}

/** The error, above the buttons, which stay in view at the end of a long form. */
export const FormEnd = ({ notice, ...buttons }: FormEndProps) => (
  <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-raised px-5 py-3">
    {notice !== undefined && (
      <Notice tone="danger" title={notice.title}>
        {notice.text}
      </Notice>
    )}
    <FormButtons narrow="max-sm:grid max-sm:grid-cols-2" {...buttons} />
  </div>
)
