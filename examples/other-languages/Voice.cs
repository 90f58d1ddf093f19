// A voice test in C#, with people who speak and listen, on the class library of Mono.
// Build and run it with: mcs -r:System.Net.Http -r:System.Web.Extensions -r:Microsoft.CSharp Voice.cs && npx sdkpp-test exec -- mono Voice.exe hello.wav
using System;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading.Tasks;
using System.Web.Script.Serialization;

class Refusal : Exception
{
    public Refusal(string message) : base(message) { }
}

static class Voice
{
    static readonly JavaScriptSerializer Json = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };
    static readonly HttpClient Http = new HttpClient();

    // An operation of the platform's control, such as actors/speak. Its answer, if it has one.
    static async Task<dynamic> Control(string operation, object arguments)
    {
        var body = new StringContent(Json.Serialize(arguments), Encoding.UTF8, "application/json");
        var response = await Http.PostAsync("/control/v1/" + operation, body);
        dynamic answer = Json.DeserializeObject(await response.Content.ReadAsStringAsync());
        if (!response.IsSuccessStatusCode) throw new Refusal(answer["error"]["message"]);
        return answer;
    }

    static async Task AssertHeard(string speaker, string listener, string wav)
    {
        await Control("actors/speak", new { actor = speaker, sound = wav });
        var wanted = new { seconds = 1, estoi = 0.7 };
        var heard = await Control("actors/heard", new { actor = listener, speaker, of = wav, within = 15000, atLeast = wanted });
        Console.WriteLine("{0} hears {1} for {2} s", listener, speaker, heard["seconds"]);
    }

    static void Main(string[] arguments)
    {
        Test(arguments[0]).GetAwaiter().GetResult();
    }

    static async Task Test(string wav)
    {
        Http.BaseAddress = new Uri(Environment.GetEnvironmentVariable("SDKPP_CONTROL"));
        var token = Environment.GetEnvironmentVariable("SDKPP_CONTROL_TOKEN");
        Http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);

        var hello = Convert.ToBase64String(File.ReadAllBytes(wav));
        foreach (var name in new[] { "ada", "ben" })
        {
            var lobby = await Control("actors/joinLobby", new { actor = name, secret = "match-42" });
            await Control("actors/joinVoice", new { actor = name, place = lobby });
        }
        await AssertHeard("ada", "ben", hello);

        var ada = (await Control("actors/state", new { actor = "ada" }))["id"];
        await Control("voice/close", new { userId = ada, how = "reset" });
        await AssertHeard("ada", "ben", hello);

        await Control("snapshots/save", new { name = "today" });
        await Control("clock/advance", new { ms = TimeSpan.FromDays(3).TotalMilliseconds });
        await Control("users/create", new { username = "latecomer" });
        await Control("snapshots/load", new { name = "today" });
        foreach (var user in await Control("users/list", new { }))
            if (user["username"] == "latecomer") throw new Exception("the snapshot has a user of three days later");
        await AssertHeard("ada", "ben", hello);

        try
        {
            await Control("actors/heard", new { actor = "cyd", speaker = "ada", within = 500 });
        }
        catch (Refusal refusal)
        {
            Console.WriteLine(refusal.Message);
            return;
        }
        throw new Exception("cyd hears a call from outside");
    }
}
