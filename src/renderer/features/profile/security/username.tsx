/** Hidden: password managers look for the user name that belongs to the password of a form. */
export function Username({ email }: { readonly email: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}
