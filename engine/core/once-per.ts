/**
 * Gives what `make` makes of a subject, made once as long as the subject lives. For frozen parts of files and model, which
 * stay the same objects from one compilation to the next where nothing about them changed.
 */
export const oncePer = <Subject extends object, Made>(
  make: (subject: Subject) => Made,
): ((subject: Subject) => Made) => {
  const known = new WeakMap<Subject, { readonly made: Made }>();
  return (subject) => {
    const found = known.get(subject) ?? { made: make(subject) };
    known.set(subject, found);
    return found.made;
  };
};
