// Assignments of records.

const offerAssignment = () => {
  const scope = chooseScope();
  const to = make("input", { value: user, placeholder: title(texts.nobody), maxLength: 200 });
  offer(texts.assign, () => post(`${path}/failures/assign`, "",
    JSON.stringify({ submissions: scope.ids(), to: to.value.trim() || null })), reload,
  label(texts.records, scope.control), label(texts.assignee, to));
  to.focus();
};
