/** A multipart body with a list of users, as `target_users_file`. @param payload sent as `payload_json` */
export function csvForm(lines: readonly string[], payload?: object): FormData {
  const form = new FormData();
  if (payload !== undefined) form.append("payload_json", JSON.stringify(payload));
  form.append("target_users_file", new Blob([lines.join("\n")], { type: "text/csv" }), "users.csv");
  return form;
}
