// A voice test in C#, with people who speak and listen, on the class library of Mono.
// Build and run it with: mcs -r:System.Web.Extensions -r:Microsoft.CSharp Voice.cs && npx sdkpp-test exec -- mono Voice.exe hello.wav
using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Text;
using System.Web.Script.Serialization;

static class Voice
{
    static readonly JavaScriptSerializer Json = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };
    static readonly string Url = Environment.GetEnvironmentVariable("SDKPP_CONTROL");
    static readonly string Token = Environment.GetEnvironmentVariable("SDKPP_CONTROL_TOKEN");

    // An operation of the platform's control, such as actors/speak. A refusal is a WebException with its reason as JSON.
    static dynamic Control(string operation, object arguments)
    {
        var request = WebRequest.CreateHttp(Url + "/control/v1/" + operation);
        request.Method = "POST";
        request.ContentType = "application/json";
        // Mono may give up a connection that it uses again while the body is on its way.
        request.KeepAlive = false;
        request.ServicePoint.Expect100Continue = false;
        request.Headers["Authorization"] = "Bearer " + Token;
        var body = Encoding.UTF8.GetBytes(Json.Serialize(arguments));
        using (var stream = request.GetRequestStream()) stream.Write(body, 0, body.Length);
        return Read(request.GetResponse());
    }

    static dynamic Read(WebResponse response)
    {
        using (var reader = new StreamReader(response.GetResponseStream()))
            return Json.DeserializeObject(reader.ReadToEnd());
    }

    static void AssertHeard(string speaker, string listener, string wav)
    {
        Control("actors/speak", new { actor = speaker, sound = wav });
        var wanted = new { seconds = 1, estoi = 0.7 };
        var heard = Control("actors/heard", new { actor = listener, speaker, of = wav, within = 15000, atLeast = wanted });
        Console.WriteLine("{0} hears {1} for {2} s", listener, speaker, heard["seconds"]);
    }

    static void Main(string[] arguments)
    {
        var hello = Convert.ToBase64String(File.ReadAllBytes(arguments[0]));
        foreach (var name in new[] { "ada", "ben" })
        {
            var lobby = Control("actors/joinLobby", new { actor = name, secret = "match-42" });
            Control("actors/joinVoice", new { actor = name, place = lobby });
        }
        AssertHeard("ada", "ben", hello);

        var ada = Control("actors/state", new { actor = "ada" })["id"];
        Control("voice/close", new { userId = ada, how = "reset" });
        AssertHeard("ada", "ben", hello);

        Control("snapshots/save", new { name = "today" });
        Control("clock/advance", new { ms = TimeSpan.FromDays(3).TotalMilliseconds });
        Control("users/create", new { username = "latecomer" });
        Control("snapshots/load", new { name = "today" });
        foreach (var user in Control("users/list", new { }))
            if (user["username"] == "latecomer") throw new Exception("the snapshot has a user of three days later");
        AssertHeard("ada", "ben", hello);

        try
        {
            Control("actors/heard", new { actor = "cyd", speaker = "ada", within = 500 });
            throw new Exception("cyd hears a call from outside");
        }
        catch (WebException error)
        {
            Console.WriteLine(Read(error.Response)["error"]["message"]);
        }
    }
}
